/**
 * `npm run verify -- privacy [--onboardings 1000]`: onboards people whose every number is recognisable, in the real program with its embedded PostgreSQL, and then looks for them where nobody should
 * find them: in every row of every table (sealed values as the bytes they are), in every file of the data directory (the write-ahead log and temporary files among them), in the log and in the metrics.
 * Names, addresses and e-mail addresses are stored in clear, by declaration, in the columns below; a find anywhere else is a fault.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { assert, isRecord } from '#src/lib/assert.ts';
import { runningServer } from '#src/db/running-server.ts';
import { credential, freePort, startProgram } from '#tests/crash/program.ts';
import { markedPerson, markedPicture, marks } from './marked-people.ts';

/** Where a name may stand in clear: searched, filtered, shown, or part of what a payment is. */
const declared: Readonly<Record<string, readonly string[]>> = {
  customer: ['first_name', 'last_name', 'other_name', 'email', 'address', 'date_of_birth'],
  customer_word: ['word'],
  account: ['name'],
  event: ['body'],
};
const names = /zzquillfeather|zzvanishing/gi;

export type Finding = { place: string; what: string; times: number };

export async function run(args: readonly string[]): Promise<{ pass: boolean; figures: Record<string, unknown> }> {
  const at = args.indexOf('--onboardings');
  const { findings, figures } = await scan(at === -1 ? 1_000 : Number(args[at + 1]));
  return { pass: findings.length === 0, figures: { ...figures, findings: findings.slice(0, 50) } };
}

export async function scan(onboardings: number): Promise<{ findings: Finding[]; figures: Record<string, unknown> }> {
  assert(Number.isInteger(onboardings) && onboardings > 0 && onboardings <= 1_000, '--onboardings takes a number from 1 to 1000');
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-privacy-'));
  const heard: string[] = [];
  const program = startProgram({ dataDir, port: await freePort(), env: { LOG_LEVEL: 'trace' }, heard: (text) => heard.push(text) });
  try {
    assert(await program.ready, 'the program did not start');
    const connection = runningServer(dataDir);
    assert(connection !== null, 'the program announced no server');
    await onConnection(connection, (client) => client.query('update openteller.credential set rate_per_second = 100000, rate_burst = 100000, kyc_per_minute = 100000'));
    const requests = await onboardAll(program.baseUrl, onboardings);
    const metrics = await (await fetch(`${program.baseUrl}/metrics`)).text();
    const rows = await onConnection(connection, async (client) => {
      await client.query('checkpoint');
      return findInRows(client);
    });
    await program.stop();
    const files = findInFiles(dataDir);
    const log = heard.join('');
    const findings = [...rows.findings, ...files.findings, ...findIn('log', log), ...findIn('metrics', metrics), ...namesIn('log', log), ...namesIn('metrics', metrics)];
    return {
      findings,
      figures: {
        onboardings, requests, rows: rows.rows, declaredNames: rows.declaredNames, files: files.files, megabytes: Math.round(files.bytes / 1e6), logLines: log.split('\n').length,
        hits: findings.reduce((sum, { times }) => sum + times, 0), declared,
      },
    };
  } finally {
    if (!program.isOver()) await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onConnection<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const atOnce = 8;

/** Answers how many requests were sent. */
async function onboardAll(baseUrl: string, onboardings: number): Promise<number> {
  const root = `${baseUrl}/sandbox/v1`;
  const basic = Buffer.from(`${credential.clientId}:${credential.clientSecret}`).toString('base64');
  const granted: unknown = await (await fetch(`${root}/auth/token`, { headers: { authorization: `Bearer ${basic}` } })).json();
  const token = isRecord(granted) && isRecord(granted['data']) ? String(granted['data']['accessToken']) : '';
  let requests = 0;
  const send: Send = async (method, path, body, headers = {}) => {
    requests += 1;
    const answer = await fetch(`${root}${path}`, {
      method, headers: { authorization: `Bearer ${token}`, requestid: crypto.randomUUID(), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const json: unknown = await answer.json();
    return { status: answer.status, data: isRecord(json) && isRecord(json['data']) ? json['data'] : {} };
  };
  let next = 0;
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (next < onboardings) await onboard(send, next++);
  }));
  return requests;
}

type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<{ status: number; data: Record<string, unknown> }>;

/** Everything that takes a number or a picture, passed and refused, well formed and not. */
async function onboard(send: Send, number: number): Promise<void> {
  const { bvn, nin, failedBvn, phone, newPhone, kinPhone, documentNumber } = markedPerson(number);
  const names = { firstName: 'Zzquillfeather', lastName: 'Zzquillfeather' };
  const profile = { ...names, email: `zzquillfeather${number}@example.com`, dateOfBirth: '1990-04-12', phone, bvn, address: { address: 'Zzvanishing Close' }, nextOfKin: { firstName: 'Zzquillfeather', phone: kinPhone } };
  const picture = markedPicture.toString('base64');
  const created = await send('POST', '/customer/profile/individual', profile);
  assert(created.status === 200, `onboarding ${number} answered ${created.status}`);
  const customerId = String(created.data['customerId']);
  await send('POST', '/customer/profile/individual', { ...profile, bvn: failedBvn }, { 'x-scenario': 'dob_mismatch' });
  await send('POST', '/customer/profile/individual', { ...profile, bvn: `${bvn}0`, [nin]: nin });
  await send('POST', '/customer/profile/individual', `{"bvn":"${bvn}","phone":`);
  await send('POST', `/customer/kyc/${customerId}`, { nin }, { 'x-scenario': 'name_mismatch' });
  await send('POST', `/customer/kyc/${customerId}`, { nin });
  await send('POST', `/customer/kyc/${customerId}`, { livePicture: picture });
  await send('PUT', `/customer/profile/${customerId}`, { phone: newPhone });
  await send('POST', '/kyc/validate/bvn-nin', { bvn, nin, ...names, dob: '1990-04-12' }, { 'x-scenario': 'provider_down' });
  await send('POST', '/kyc/validate/nin?include=match', { nin, ...names, dob: '1990-04-12' });
  await send('POST', '/kyc/verify/document', { docType: 'IP', documentNumber, docImage: picture, selfieImage: picture }, { 'x-scenario': 'success' });
  await send('POST', '/kyc/verify/tin', { number: phone, channel: 'PHONE' });
  await send('GET', `/customer/profile/${bvn}`);
  await send('GET', `/customer/profiles?page=1&pageSize=5&search=${newPhone}`);
  if (number % 10 !== 0) return;
  const account = await send('POST', '/account/bank/create/personal', { customerId });
  await send('POST', '/utils/otp-request', { accountNumber: String(account.data['accountNumber']) });
}

function findIn(place: string, text: string): Finding[] {
  return Object.entries(marks).flatMap(([what, patterns]) => {
    const times = patterns.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
    return times === 0 ? [] : [{ place, what, times }];
  });
}

function namesIn(place: string, text: string): Finding[] {
  const times = text.match(names)?.length ?? 0;
  return times === 0 ? [] : [{ place, what: 'name or address', times }];
}

/** Column by column, bytes both as hex and as what they may spell. */
async function findInRows(client: pg.Client): Promise<{ findings: Finding[]; rows: number; declaredNames: number }> {
  const { rows: tables } = await client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'openteller'");
  const findings: Finding[] = [];
  let rows = 0;
  let declaredNames = 0;
  for (const { name } of tables) {
    const found = await client.query<Record<string, unknown>>(`select * from openteller.${pg.escapeIdentifier(name)}`);
    rows += found.rows.length;
    for (const { name: column } of found.fields) {
      const text = found.rows.map((row) => spelled(row[column])).join('\n');
      const place = `${name}.${column}`;
      findings.push(...findIn(place, text));
      const inClear = namesIn(place, text);
      if (declared[name]?.includes(column) === true) declaredNames += inClear.length;
      else findings.push(...inClear);
    }
  }
  return { findings, rows, declaredNames };
}

function spelled(value: unknown): string {
  if (value instanceof Buffer) return `${value.toString('hex')} ${value.toString('latin1')} ${value.toString('utf16le')}`;
  return typeof value === 'string' ? value : JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? '';
}

/** Every file as bytes, and as the text of two bytes a letter. */
function findInFiles(root: string): { findings: Finding[]; files: number; bytes: number } {
  const findings: Finding[] = [];
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    files += 1;
    bytes += content.length;
    findings.push(...findIn(relative(root, path), content.toString('latin1')), ...findIn(relative(root, path), content.toString('utf16le')));
  }
  return { findings, files, bytes };
}

/** Every code block of every guide is run, or read, as it stands. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guideOrder } from '#src/docs/guides.ts';
import { isRecord } from '#src/lib/assert.ts';
import { runBash } from '#tests/support/run-bash.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

type Block = { language: string; text: string };

const textOf = (slug: string): string => readFileSync(new URL(`../docs/guides/${slug}.md`, import.meta.url), 'utf8');
const blocksOf = (slug: string): Block[] => [...textOf(slug).matchAll(/^```([\w ]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({ language, text }));
const slugs = guideOrder.map(([slug]) => slug);
/** Where each guide's shell comes from. */
const prelude = blocksOf('quickstart')[0]?.text ?? '';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // What the first start does: a funded collection account.
  const account = await app.call('POST', '/account/collection', { name: 'Guide Collections', phone: '08031234567' });
  await app.call('POST', '/sandbox/credit', { accountNumber: account.data['accountNumber'], amount: 500_000 });
});
afterAll(() => app.close());

test.each(slugs)('%s has no block that nothing reads', (slug) => {
  const blocks = blocksOf(slug);
  // js, python and sh are run by tests/webhook-guide.test.ts.
  expect(blocks.filter(({ language }) => !/^(?:bash|bash refused|json|js|python|sh)$/.test(language))).toEqual([]);
  for (const { language, text } of blocks) if (language === 'json') expect(() => void JSON.parse(text), text).not.toThrow();
});

const shellOf = (slug: string): Block[] => blocksOf(slug).filter(({ language }) => language.startsWith('bash'));

/** Run, and looked at more closely, by tests/readme.test.ts. */
const runElsewhere: readonly string[] = ['quickstart', 'bulk-transfers'];

test.each(slugs.filter((slug) => shellOf(slug).length > 0 && !runElsewhere.includes(slug)))('%s works as pasted: what should succeed does, and what should be refused is', async (slug) => {
  const marked = shellOf(slug).map(({ language, text }) => `echo "== ${language}"\n${text}`).join('\n');
  const script = `${prelude}\n${marked}`.replaceAll('http://127.0.0.1:3000', app.baseUrl);
  const printed = await runBash(script, { CLIENT_ID: app.clientId, CLIENT_SECRET: app.clientSecret });
  let expected = '';
  let answers = 0;
  for (const line of printed.split('\n')) {
    if (line.startsWith('== ')) expected = line.slice(3);
    if (!line.startsWith('{')) continue;
    const answer: unknown = JSON.parse(line);
    if (!isRecord(answer)) continue;
    answers += 1;
    // Health has no envelope; everything else says how it went.
    if (answer['statusCode'] !== undefined) expect(answer['statusCode'] === '00', `${expected}: ${line}`).toBe(expected === 'bash');
  }
  expect(answers, printed).toBeGreaterThan(0);
});

/**
 * Test support: a self-signed certificate for hooks.example.com, a name reserved for examples. Made anew in each process,
 * so that no private key lies in the repository. X.509 v3 (RFC 5280) in DER, with the fields that TLS clients look at.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { isoMillis } from '#src/lib/time.ts';

const host = 'hooks.example.com';

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : content.length < 256 ? [0x81, content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (date: Date): Buffer => der(0x17, Buffer.from(`${isoMillis(date).replace(/[-:T]/g, '').slice(2, 14)}Z`));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(host)))));
const day = 24 * 3600_000;

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const extensions = sequence(
  // subjectAltName with one dNSName; basicConstraints: a certificate authority, so that it can vouch for itself.
  sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host))))),
  sequence(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
);

const toBeSigned = sequence(
  der(0xa0, der(0x02, Buffer.from([2]))),
  der(0x02, Buffer.from([1])),
  ecdsaWithSha256,
  name,
  sequence(utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + 365 * day))),
  name,
  publicKey.export({ type: 'spki', format: 'der' }),
  der(0xa3, extensions),
);

const signed = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, privateKey)));

export const sampleKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export const sampleCertificate = `-----BEGIN CERTIFICATE-----\n${signed.toString('base64').replace(/(.{64})/g, '$1\n').trimEnd()}\n-----END CERTIFICATE-----\n`;

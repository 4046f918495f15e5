import { describe, expect, it } from 'vitest';
import { addressFault, checkWebhookUrl } from './address-guard.ts';

const live = { allowLocal: false };
const sandbox = { allowLocal: true };

const publicAddresses = [
  '8.8.8.8', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0',
  '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0',
  '198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255',
  '2606:4700:4700::1111', '2001:200::1', '2001:4860:4860::8888', '2a00:1450::1', '2003::1', '3ffe:ffff::1', '::ffff:8.8.8.8', '::ffff:808:808',
];
const localAddresses = [
  '127.0.0.1', '127.255.255.254', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255',
  '::1', '0:0:0:0:0:0:0:1', 'fc00::1', 'fd12:3456:789a::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:c0a8:1',
];
const forbiddenAddresses = [
  '0.0.0.0', '0.1.2.3', '100.64.0.1', '100.100.100.200', '100.127.255.255', '169.254.169.254', '169.254.0.1', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1',
  '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255',
  '::', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::ffff:0.0.0.0', '::ffff:100.64.0.1',
  '::7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::169.254.169.254', '64:ff9b:1::a00:1', '100::1',
  '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:10::1', '2001:1ff::1', '2001:db8::1', '2002:7f00:1::', '2002:a9fe:a9fe::1', '3fff::1', '3fff:fff::1',
  '4000::1', '5f00::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', 'fd00:ec2::254',
  'localhost', '', '127.1', '0x7f.0.0.1', '2130706433', '1.2.3.4.5', '::g', '[::1]', '8.8.8.8 ', '010.0.0.1',
];

describe('addressFault', () => {
  it.each(publicAddresses)('lets %s pass everywhere', (address) => {
    expect([addressFault(address, live), addressFault(address, sandbox)]).toEqual([null, null]);
  });

  it.each(localAddresses)('lets %s pass in the sandbox only', (address) => {
    expect(addressFault(address, live)).not.toBeNull();
    expect(addressFault(address, sandbox)).toBeNull();
  });

  it.each(forbiddenAddresses)('lets "%s" pass nowhere', (address) => {
    expect(addressFault(address, live)).not.toBeNull();
    expect(addressFault(address, sandbox)).not.toBeNull();
  });
});

const goodEverywhere = [
  'https://hooks.example.com/openteller', 'https://example.com', 'https://example.com:443/x', 'https://example.com:8443/x?a=b', 'HTTPS://EXAMPLE.COM/', 'https://a-b.c_d.example.com./x',
  'https://xn--bcher-kva.example/', 'https://bücher.example/', 'https://example.com/%2e%2e/@x', 'https://127.0.0.1.example.com/',
];
const sandboxOnly = [
  'http://example.com/', 'http://localhost:3000/hook', 'http://localhost./', 'http://127.0.0.1:8080/x', 'http://[::1]:9000/', 'http://192.168.1.20/x', 'http://10.0.0.1:22/', 'https://intranet/',
  'https://printer.local/', 'https://metadata.google.internal/', 'https://app.localhost/', 'https://box.home.arpa/', 'https://x.lan/', 'https://db.corp/', 'https://a.onion/',
  'https://example.com:22/', 'https://example.com:80/', 'https://example.com:8080/', 'https://8.8.8.8/', 'https://[2606:4700:4700::1111]/',
  'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://0x7f.1/', 'http://127.1/', 'http://017700000001/', 'http://①②⑦.⓪.⓪.①/', 'http://１２７.０.０.１/', 'http://127。0。0。1/',
  'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
];
const badEverywhere = [
  '', 'example.com', '//example.com/', '/hook', 'ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/', 'javascript:alert(1)', 'data:text/plain,x', 'ws://example.com/', 'unix:///run/x.sock',
  'https:example.com', 'https:/example.com', 'https:///example.com', 'http://', 'https://', 'https://?x', 'https://#x',
  'https://user@example.com/', 'https://user:pass@example.com/', 'https://@example.com/', 'https://:@example.com/', 'https://example.com@127.0.0.1/', 'https://example.com:443@127.0.0.1/',
  'https://example.com/#fragment', 'https://example.com/#', 'https://example.com\\@127.0.0.1/', 'https://exam\tple.com/', 'https://example.com/a b', ' https://example.com/', 'https://example.com/\n', 'https://exam\u200bple.com/',
  'https://example.com:0/', 'https://example.com:65536/', 'https://example.com:x/', 'https://example.com:-1/', 'https://0._/', 'https://a..b.com/', 'https://.example.com/', 'https://-a.example.com/', 'https://example.com../',
  'https://999.1.1.1/', 'https://1.2.3.4.5/', 'https://0x100000000/', 'https://[::1', 'https://[::1]x/', 'https://[fe80::1%25eth0]/', 'https://%31%32%37.0.0.1:x/',
  'http://169.254.169.254/latest/meta-data/', 'http://2852039166/', 'http://0xa9fea9fe/', 'http://0251.0376.0251.0376/', 'http://[::ffff:169.254.169.254]/', 'http://[::ffff:a9fe:a9fe]/', 'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::]/', 'http://[2001:0:a9fe:a9fe::]/', 'http://[fe80::1]/', 'http://[fd00:ec2::254]/', 'http://0.0.0.0/', 'http://0/', 'http://[::]/', 'http://255.255.255.255/', 'http://100.100.100.200/', 'http://224.0.0.1/',
  `https://${'a'.repeat(64)}.com/`, `https://${'a.'.repeat(130)}com/`, `https://example.com/${'x'.repeat(2048)}`,
];

describe('checkWebhookUrl', () => {
  it('is proved with at least 120 addresses and URLs', () => {
    expect(goodEverywhere.length + sandboxOnly.length + badEverywhere.length + publicAddresses.length + localAddresses.length + forbiddenAddresses.length).toBeGreaterThanOrEqual(120);
  });

  it.each(goodEverywhere)('takes %s everywhere', (url) => {
    expect(checkWebhookUrl(url, live)).toMatchObject({ ok: true });
    expect(checkWebhookUrl(url, sandbox)).toMatchObject({ ok: true });
  });

  it.each(sandboxOnly)('takes %s in the sandbox only', (url) => {
    expect(checkWebhookUrl(url, live)).toMatchObject({ ok: false });
    expect(checkWebhookUrl(url, sandbox)).toMatchObject({ ok: true });
  });

  it.each(badEverywhere)('takes "%s" nowhere, and says why in a sentence', (url) => {
    expect(checkWebhookUrl(url, live)).toEqual({ ok: false, reason: expect.stringMatching(/^[A-Z].{10,}\.$/) });
    expect(checkWebhookUrl(url, sandbox)).toMatchObject({ ok: false });
  });

  it('shows a host with other letters in punycode, so that a look-alike shows', () => {
    expect(checkWebhookUrl('https://exаmple.com/hook', live)).toMatchObject({ ok: true, url: 'https://xn--exmple-4nf.com/hook' });
  });

  it('keeps the spelling of a plain URL', () => {
    expect(checkWebhookUrl('https://Example.com', live)).toMatchObject({ ok: true, url: 'https://Example.com' });
  });
});

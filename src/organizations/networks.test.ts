import { expect, test } from 'vitest';
import { isNetwork, networkOf, subscriberOf } from './networks.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['unknown', 'unknown'],
])('whoever has the address %s has %s', (address, all) => {
  expect(subscriberOf(address)).toBe(all);
});

test.each([['203.0.113.7', true], ['203.0.113.0/24', true], ['2001:db8::/32', true], ['203.0.113.0/33', false], ['203.0.113.0/', false], ['203.0.113.0/24/1', false], ['example.com', false], ['', false]])('%s is a network: %s', (text, is) => {
  expect(isNetwork(text)).toBe(is);
});

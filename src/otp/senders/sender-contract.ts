/** Test support: what every message sender must keep, whichever gateway it speaks to. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageSender, OutgoingMessage } from './message-sender.ts';

export type SenderUnderTest = { sender: MessageSender; close(): Promise<void> };

/** A message with a synthetic number; what a test is about goes into `changes`. */
export function sampleMessage(changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return { to: '+2348030000001', text: 'Your code is 123456. NGN 5,000.00 to ADA SAMPLE.', clientReference: 'msg_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', ...changes };
}

/** `start` gives a sender in good health: its gateway, where there is one, takes what comes. */
export function senderContract(name: string, start: () => Promise<SenderUnderTest>): void {
  describe(`${name} keeps the sender contract`, () => {
    let under: SenderUnderTest;
    beforeEach(async () => {
      under = await start();
    });
    afterEach(() => under.close());

    it('answers sent with the reference under which the gateway knows the message', async () => {
      const outcome = await under.sender.send(sampleMessage(), AbortSignal.timeout(5_000));
      expect(outcome).toEqual({ outcome: 'sent', providerReference: expect.stringMatching(/^\S+$/) });
    });

    it('gives two messages two references', async () => {
      const first = await under.sender.send(sampleMessage(), AbortSignal.timeout(5_000));
      const second = await under.sender.send(sampleMessage({ clientReference: 'msg_0198c2f0a1b27c3d8e4f5a6b7c8d9e10' }), AbortSignal.timeout(5_000));
      expect(first).not.toEqual(second);
    });

    it('rejects, and sends nothing, when the signal was aborted before', async () => {
      await expect(under.sender.send(sampleMessage(), AbortSignal.abort())).rejects.toThrow();
    });

    it('has a name that fits a database column and a log line', () => {
      expect(under.sender.name).toMatch(/^[a-z0-9-]{1,30}$/);
    });
  });
}

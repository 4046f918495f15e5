/** An authenticator of a test's own: one ES256 key, attestation `none`, and the person verified or not, as the test says (WebAuthn level 3 §6). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { assert } from '#src/lib/assert.ts';

export type Authenticator = {
  create(challenge: string, origin: string): Record<string, unknown>;
  get(challenge: string, origin: string, options?: { verified?: boolean; stuck?: boolean }): Record<string, unknown>;
};

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const [present, verifiedFlag, attested] = [0x01, 0x04, 0x40];

/** `host`: the name the key is bound to. */
export function openAuthenticator(host: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  const data = (flags: number, more = Buffer.alloc(0)): Buffer => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), head, more]);
  };
  const client = (type: string, challenge: string, origin: string): string => JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const answer = (response: Record<string, unknown>): Record<string, unknown> => ({ id: base64url(id), rawId: base64url(id), type: 'public-key', response });
  return {
    create(challenge, origin) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = data(present | verifiedFlag | attested, Buffer.concat([Buffer.alloc(16), length, id, coseKey()]));
      return answer({ clientDataJSON: base64url(client('webauthn.create', challenge, origin)), attestationObject: base64url(attestationObject(authData)), transports: ['internal'] });
    },
    get(challenge, origin, { verified = true, stuck = false } = {}) {
      if (!stuck) counter += 1;
      const authenticatorData = data(verified ? present | verifiedFlag : present);
      const clientData = client('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return answer({ clientDataJSON: base64url(clientData), authenticatorData: base64url(authenticatorData), signature: base64url(signature) });
    },
  };

  /** COSE_Key (RFC 9053 §7.1): {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  function coseKey(): Buffer {
    const { x, y } = publicKey.export({ format: 'jwk' });
    assert(x !== undefined && y !== undefined, 'an elliptic key has two coordinates');
    const bytes = (text: string): Buffer => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')]);
    return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]), bytes(x), Buffer.from([0x22]), bytes(y)]);
  }
}

/** CBOR of {fmt: "none", attStmt: {}, authData}. */
function attestationObject(authData: Buffer): Buffer {
  const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  return Buffer.concat([Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), Buffer.from([0x58, authData.length]), authData]);
}

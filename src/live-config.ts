/** The live providers an operator may configure. Each group is whole or absent; live serves when rail, identity and SMS are there. */
import { ConfigError } from './config.ts';
import type { PremblyProduct } from './kyc/providers/prembly-http.ts';
import type { QoreIdProduct } from './kyc/providers/qoreid-http.ts';

export type IdentityConfig =
  | Readonly<{ name: 'dojah'; baseUrl: string; appId: string; secretKey: string }>
  | Readonly<{ name: 'prembly'; baseUrl: string; appId: string; apiKey: string; paths: Readonly<Partial<Record<PremblyProduct, string>>> }>
  | Readonly<{ name: 'qoreid'; baseUrl: string; clientId: string; secret: string; paths: Readonly<Partial<Record<QoreIdProduct, string>>> }>;

export type LiveConfig = Readonly<{
  easypay: Readonly<{
    baseUrl: string;
    clientId: string;
    clientSecret: string;
    apiKey: string;
    billerId: string;
    mandateReferenceNumber: string;
    /** "lat,long" of the platform. */
    transactionLocation: string;
    /** The operator's own BVN and KYC level, stated where a transfer does not know better. */
    bankVerificationNumber: string;
    kycLevel: string;
  }>;
  /** In the order of asking; at least one. */
  identity: readonly IdentityConfig[];
  /** Asked beside the others and deciding nothing; null: nobody. */
  identityShadow: IdentityConfig | null;
  termii: Readonly<{ baseUrl: string; apiKey: string; senderId: string }>;
}>;

type Environment = Readonly<Record<string, string | undefined>>;

const railAndMessages = [
  'EASYPAY_BASE_URL', 'EASYPAY_CLIENT_ID', 'EASYPAY_CLIENT_SECRET', 'EASYPAY_API_KEY', 'EASYPAY_BILLER_ID', 'EASYPAY_MANDATE_REFERENCE', 'EASYPAY_LOCATION', 'EASYPAY_BVN', 'EASYPAY_KYC_LEVEL',
  'TERMII_BASE_URL', 'TERMII_API_KEY', 'TERMII_SENDER_ID',
] as const;

const identityVariables = {
  dojah: ['DOJAH_BASE_URL', 'DOJAH_APP_ID', 'DOJAH_SECRET_KEY'],
  prembly: ['PREMBLY_BASE_URL', 'PREMBLY_APP_ID', 'PREMBLY_API_KEY'],
  qoreid: ['QOREID_BASE_URL', 'QOREID_CLIENT_ID', 'QOREID_SECRET'],
} as const;

type IdentityName = keyof typeof identityVariables;
type Variable = (typeof railAndMessages)[number] | (typeof identityVariables)[IdentityName][number];

const choices = ['IDENTITY_PROVIDERS', 'IDENTITY_SHADOW', 'PREMBLY_PATHS', 'QOREID_PATHS'] as const;

/**
 * The live configuration, or null when none of its variables is set.
 * @throws ConfigError when some are set and others are not, when a value is wrong, or when MASTER_KEY is left to be generated.
 */
export function readLiveConfig(env: Environment): LiveConfig | null {
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  if (![...railAndMessages, ...Object.values(identityVariables).flat(), ...choices].some(isSet)) return null;
  const order = identityOrder(env);
  const shadow = identityShadow(env, order);
  const asked = shadow === null ? order : [...order, shadow];
  const needed: readonly Variable[] = [...railAndMessages, ...asked.flatMap((name) => identityVariables[name])];
  const missing = needed.find((name) => !isSet(name));
  if (missing !== undefined) throw new ConfigError(`${missing} must be set too: live starts with all of ${needed.join(', ')}.`);
  if (!isSet('MASTER_KEY')) throw new ConfigError('MASTER_KEY must be set for live: it is not generated there.');
  const value = (name: Variable): string => (env[name] ?? '').trim();
  const url = (name: Variable): string => {
    if (!URL.canParse(value(name)) || !/^https?:$/.test(new URL(value(name)).protocol)) throw new ConfigError(`${name} must be a URL that starts with https:// or http://.`);
    return value(name).replace(/\/+$/, '');
  };
  const identityOf = (name: IdentityName): IdentityConfig => {
    switch (name) {
      case 'dojah':
        return Object.freeze({ name, baseUrl: url('DOJAH_BASE_URL'), appId: value('DOJAH_APP_ID'), secretKey: value('DOJAH_SECRET_KEY') });
      case 'prembly':
        return Object.freeze({ name, baseUrl: url('PREMBLY_BASE_URL'), appId: value('PREMBLY_APP_ID'), apiKey: value('PREMBLY_API_KEY'), paths: paths(env, 'PREMBLY_PATHS', ['bvn', 'nin', 'bvnFace', 'ninFace', 'tin']) });
      case 'qoreid':
        return Object.freeze({ name, baseUrl: url('QOREID_BASE_URL'), clientId: value('QOREID_CLIENT_ID'), secret: value('QOREID_SECRET'), paths: paths(env, 'QOREID_PATHS', ['token', 'bvn', 'nin']) });
    }
  };
  return Object.freeze({
    easypay: Object.freeze({
      baseUrl: url('EASYPAY_BASE_URL'),
      clientId: value('EASYPAY_CLIENT_ID'),
      clientSecret: value('EASYPAY_CLIENT_SECRET'),
      apiKey: value('EASYPAY_API_KEY'),
      billerId: value('EASYPAY_BILLER_ID'),
      mandateReferenceNumber: value('EASYPAY_MANDATE_REFERENCE'),
      transactionLocation: value('EASYPAY_LOCATION'),
      bankVerificationNumber: value('EASYPAY_BVN'),
      kycLevel: value('EASYPAY_KYC_LEVEL'),
    }),
    identity: Object.freeze(order.map(identityOf)),
    identityShadow: shadow === null ? null : identityOf(shadow),
    termii: Object.freeze({ baseUrl: url('TERMII_BASE_URL'), apiKey: value('TERMII_API_KEY'), senderId: value('TERMII_SENDER_ID') }),
  });
}

const known = Object.keys(identityVariables).join(', ');

function isIdentityName(name: string): name is IdentityName {
  return Object.hasOwn(identityVariables, name);
}

/** Without the variable it is Dojah alone, as before there was a choice. */
function identityOrder(env: Environment): readonly IdentityName[] {
  const names = (env['IDENTITY_PROVIDERS'] ?? '').split(',').map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  const order = names.filter(isIdentityName);
  if (order.length !== names.length || new Set(order).size !== order.length) {
    throw new ConfigError(`IDENTITY_PROVIDERS must be names out of ${known}, separated by commas, each once, in the order of asking.`);
  }
  return order.length === 0 ? ['dojah'] : order;
}

function identityShadow(env: Environment, order: readonly IdentityName[]): IdentityName | null {
  const name = (env['IDENTITY_SHADOW'] ?? '').trim().toLowerCase();
  if (name === '') return null;
  // One that is asked anyway would be compared with itself.
  if (!isIdentityName(name) || order.includes(name)) throw new ConfigError(`IDENTITY_SHADOW must be one of ${known}, and none of IDENTITY_PROVIDERS.`);
  return name;
}

/** `nin=/api/v1/nin,tin=/api/v1/tin`: replacements for single paths. */
function paths<const Name extends string>(env: Environment, variable: 'PREMBLY_PATHS' | 'QOREID_PATHS', names: readonly Name[]): Readonly<Partial<Record<Name, string>>> {
  const replaced: Partial<Record<Name, string>> = {};
  for (const part of (env[variable] ?? '').split(',').map((text) => text.trim()).filter((text) => text !== '')) {
    const [, key, path] = /^(\w+)=(\/[\w./-]*[\w-])$/.exec(part) ?? [];
    const name = names.find((candidate) => candidate === key);
    if (name === undefined || path === undefined) throw new ConfigError(`${variable} must be name=/path, separated by commas, with names out of ${names.join(', ')}.`);
    replaced[name] = path;
  }
  return Object.freeze(replaced);
}

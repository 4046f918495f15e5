/** The live providers an operator may configure. Each group is whole or absent; live serves when all three are there. */
import { ConfigError } from './config.ts';

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
  dojah: Readonly<{ baseUrl: string; appId: string; secretKey: string }>;
  termii: Readonly<{ baseUrl: string; apiKey: string; senderId: string }>;
}>;

const variables = [
  'EASYPAY_BASE_URL', 'EASYPAY_CLIENT_ID', 'EASYPAY_CLIENT_SECRET', 'EASYPAY_API_KEY', 'EASYPAY_BILLER_ID', 'EASYPAY_MANDATE_REFERENCE', 'EASYPAY_LOCATION', 'EASYPAY_BVN', 'EASYPAY_KYC_LEVEL',
  'DOJAH_BASE_URL', 'DOJAH_APP_ID', 'DOJAH_SECRET_KEY',
  'TERMII_BASE_URL', 'TERMII_API_KEY', 'TERMII_SENDER_ID',
] as const;

/**
 * The live configuration, or null when none of its variables is set.
 * @throws ConfigError when some are set and others are not, or when MASTER_KEY is left to be generated.
 */
export function readLiveConfig(env: Readonly<Record<string, string | undefined>>): LiveConfig | null {
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  if (!variables.some(isSet)) return null;
  const missing = variables.find((name) => !isSet(name));
  if (missing !== undefined) throw new ConfigError(`${missing} must be set too: live starts with all of ${variables.join(', ')}.`);
  if (!isSet('MASTER_KEY')) throw new ConfigError('MASTER_KEY must be set for live: it is not generated there.');
  const value = (name: (typeof variables)[number]): string => (env[name] ?? '').trim();
  const url = (name: (typeof variables)[number]): string => {
    if (!URL.canParse(value(name))) throw new ConfigError(`${name} must be a URL.`);
    return value(name).replace(/\/+$/, '');
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
    dojah: Object.freeze({ baseUrl: url('DOJAH_BASE_URL'), appId: value('DOJAH_APP_ID'), secretKey: value('DOJAH_SECRET_KEY') }),
    termii: Object.freeze({ baseUrl: url('TERMII_BASE_URL'), apiKey: value('TERMII_API_KEY'), senderId: value('TERMII_SENDER_ID') }),
  });
}

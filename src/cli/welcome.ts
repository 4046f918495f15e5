/** What the first screen says: where things are, what was generated, and five calls that work as pasted. */
import type { Config } from '#src/config.ts';
import type { Seeded } from '#src/sandbox/seed.ts';

export function welcome(config: Config, seeded: Seeded): string {
  const root = `${config.publicUrl}/sandbox/v1`;
  const lines = [
    '',
    `Openteller is running.`,
    '',
    `  Dashboard   ${config.publicUrl}/dashboard/`,
    `  Reference   ${config.publicUrl}/docs`,
    `  Sandbox     ${root}`,
    ...secrets(config, seeded),
    '',
    ...calls(seeded, root),
    '',
    '',
  ];
  return lines.join('\n');
}

function secrets(config: Config, { login, credential, clientId }: Seeded): string[] {
  const kept = login === null && credential === null;
  const lines = kept ? [`  Data        ${config.databaseUrl === null ? config.dataDir : 'the server of DATABASE_URL'}, kept from before`] : [];
  if (login !== null) lines.push(`  Login       ${login.email}  ${login.password ?? '(SEED_PASSWORD)'}`);
  // At the line's beginning, so that both can be pasted into a shell.
  const secret = credential === null ? null : (credential.clientSecret ?? config.seed.clientSecret);
  lines.push('', `CLIENT_ID=${credential?.clientId ?? clientId}`, secret === null ? '# CLIENT_SECRET was shown at the first start.' : `CLIENT_SECRET=${secret}`);
  const generated = (credential !== null && credential.clientSecret !== null) || (login !== null && login.password !== null);
  if (generated) lines.push('', '# The password and the secret are shown this once: keep them.');
  return lines;
}

/** Each call reads what the next one needs with sed alone, so that nothing has to be installed. */
function calls({ accountNumber }: Seeded, root: string): string[] {
  const read = (key: string): string => `sed -E 's/.*"${key}":"([^"]*)".*/\\1/'`;
  const json = `-H 'Content-Type: application/json'`;
  const auth = `-H "Authorization: Bearer $TOKEN" -H "requestId: $(date +%s%N)-$RANDOM"`;
  return [
    '# Five calls, after the two lines above: a token, a customer, the name of the beneficiary, a transfer, its confirmation.',
    '',
    `API=${root}`,
    `TOKEN=$(curl -s $API/auth/token -H "Authorization: Bearer $(printf %s "$CLIENT_ID:$CLIENT_SECRET" | base64 | tr -d '\\n')" | ${read('accessToken')})`,
    '',
    `curl -s $API/customer/profile/individual ${auth} ${json} \\`,
    `  -d '{"firstName":"Adaeze","lastName":"Okonkwo","dateOfBirth":"1990-04-12","phone":"08031234567","bvn":"'$(date +222%s | cut -c1-11)'"}'; echo`,
    '',
    `NAME=$(curl -s $API/transfer/name-enquiry ${auth} ${json} -d '{"accountNumber":"0123456789","bankCode":"058"}'); echo "$NAME"`,
    '',
    `TRANSFER=$(curl -s $API/transfer/collection/initiate ${auth} ${json} \\`,
    `  -d '{"nameEnquirySessionId":"'$(echo "$NAME" | ${read('sessionId')})'","sourceAccountNumber":"${accountNumber}","beneficiaryAccountName":"'"$(echo "$NAME" | ${read('accountName')})"'","beneficiaryAccountNumber":"0123456789","beneficiaryBankCode":"058","amount":1000.50,"narration":"Hello"}'); echo "$TRANSFER"`,
    '',
    `curl -s $API/transfer/validate ${auth} ${json} \\`,
    `  -d '{"transactionId":"'$(echo "$TRANSFER" | ${read('transactionId')})'","otpReferenceId":"'$(echo "$TRANSFER" | ${read('otpReferenceId')})'","otp":"123456"}'; echo`,
  ];
}

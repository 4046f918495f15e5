/** What every command ends with: a person's mistake is one line and exit code 1. */
import { OperatorCodesError } from '#src/banks/banks.ts';
import { ConfigError } from '#src/config.ts';
import { DatabaseStartError } from '#src/db/start-error.ts';
import { Failure } from '#src/errors.ts';
import { PolicyFileError } from '#src/limits/policy-file.ts';
import { UsageError } from './usage-error.ts';

/** Runs a command. Our own bugs keep their stack: they are thrown on. */
export async function runCommand(command: () => void | Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const line = faultLine(error);
    if (line === null) throw error;
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
  }
}

/** Null: nothing that whoever started the command can mend. */
function faultLine(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof DatabaseStartError || error instanceof UsageError || error instanceof Failure) return error.message;
  if (error instanceof PolicyFileError) return `LIMITS_FILE: ${error.message}`;
  if (error instanceof OperatorCodesError) return `OPERATOR_CBN_CODE and OPERATOR_NIP_CODE: ${error.message}`;
  return null;
}

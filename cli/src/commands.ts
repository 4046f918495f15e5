/** The flat list of commands, in the order of the help. */
import { apiVersion } from '../../sdk/src/operations.gen.ts';
import type { Command } from './command.ts';
import { banksCommand } from './commands/banks.ts';
import { completionCommand } from './commands/completion.ts';
import { customersCommand } from './commands/customers.ts';
import { explainCommand } from './commands/explain.ts';
import { goLiveCommand } from './commands/go-live.ts';
import { listenCommand } from './commands/listen.ts';
import { loginCommand } from './commands/login.ts';
import { logoutCommand } from './commands/logout.ts';
import { replayCommand } from './commands/replay.ts';
import { resolveCommand } from './commands/resolve.ts';
import { transfersCommand } from './commands/transfers.ts';
import { triggerCommand } from './commands/trigger.ts';
import { verifyCommand } from './commands/verify.ts';
import { whoamiCommand } from './commands/whoami.ts';

export const version = apiVersion;

export const commands: readonly Command[] = [
  loginCommand, logoutCommand, whoamiCommand, listenCommand, triggerCommand, replayCommand, verifyCommand, goLiveCommand,
  banksCommand, resolveCommand, customersCommand, transfersCommand, explainCommand, completionCommand(() => commands),
];

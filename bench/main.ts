/**
 * `npm run bench`: transfers a second; with `suite` first: everything against the goals, in one report; with `lists` first: the time of every list, small and large; with `webhooks`: deliveries a second; with
 * `documents`: what is read of identity documents; with `duplicates`: what the alarm of duplicate faces costs; with `pictures`: how far pictures of documents are apart for it; with
 * `memory`: what a process takes that reads documents.
 */
const whole: Readonly<Record<string, string>> = { lists: './lists/run.ts', documents: './documents/run.ts', suite: './suite/run.ts' };
if (process.argv[2] === 'webhooks') {
  const { benchWebhooks } = await import('./webhooks.ts');
  process.exitCode = (await benchWebhooks()) ? 0 : 1;
} else if (process.argv[2] === 'duplicates') {
  const { benchDuplicates } = await import('./duplicates.ts');
  process.exitCode = (await benchDuplicates()) ? 0 : 1;
} else if (process.argv[2] === 'pictures') {
  const { benchPictures } = await import('./documents/pictures.ts');
  process.exitCode = (await benchPictures()) ? 0 : 1;
} else if (process.argv[2] === 'memory') {
  const { benchMemory } = await import('./documents/memory.ts');
  process.exitCode = (await benchMemory()) ? 0 : 1;
} else await import(whole[process.argv[2] ?? ''] ?? './run.ts');

/** `npm run bench`: transfers a second; with `lists` first: the time of every list, small and large; with `webhooks`: deliveries a second. */
if (process.argv[2] === 'webhooks') {
  const { benchWebhooks } = await import('./webhooks.ts');
  process.exitCode = (await benchWebhooks()) ? 0 : 1;
} else await import(process.argv[2] === 'lists' ? './lists/run.ts' : './run.ts');

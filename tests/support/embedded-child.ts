/** A program that owns an embedded PostgreSQL in the directory it is given, says so, and never stops it by itself. */
import { startEmbeddedPostgres } from '#src/db/embedded.ts';

const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
console.log(JSON.stringify({ socketDir: server.socketDir, user: server.user }));
process.stdin.resume();

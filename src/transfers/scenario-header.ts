/** X-Scenario picks a result where the rail is a simulator. Real rails know no scenarios and the header is ignored. */
import { adaptersOf, type Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import type { RouteRequest } from '#src/http/route.ts';

/** The header's documentation, with the names the sandbox's rail knows. */
export function scenarioHeader(ctx: Context): Readonly<Record<string, string>> {
  const names = Object.keys(ctx.adapters.sandbox?.rail.scenarios ?? {});
  return {
    'X-Scenario': `Sandbox only: the result to bring about, one of ${names.join(', ')}. It wins over a narration that begins "scenario:<name>", which wins over a reserved account number (00000000 and two digits, the last of which picks).`,
  };
}

/** The scenario the caller named, or null. An unknown name is refused, so that a typo is not taken for success. */
export function readScenario(ctx: Context, request: Pick<RouteRequest, 'headers' | 'caller'>): string | null {
  const scenarios = adaptersOf(ctx, request.caller.environment).rail.scenarios;
  const name = request.headers['x-scenario']?.trim().toLowerCase();
  if (name === undefined || name === '' || scenarios === undefined) return null;
  if (!Object.hasOwn(scenarios, name)) {
    throw fail('invalid_field', { message: 'X-Scenario names no known scenario.', fix: `Use one of: ${Object.keys(scenarios).join(', ')}.`, details: { header: 'X-Scenario' } });
  }
  return name;
}

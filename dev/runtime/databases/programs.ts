/**
 * The options of Node for each program, as in package.json and the Dockerfile. The API collects young garbage early.
 * Otherwise, garbage of an export would fill the memory before it is collected: docs/adr/0016-exports.md.
 */
export const programs = {
  api: ['--max-semi-space-size=8', 'api/main.ts'],
  projector: ['projector/main.ts'],
} as const satisfies Record<string, readonly string[]>

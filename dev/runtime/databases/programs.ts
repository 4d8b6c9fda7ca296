/**
 * What Node is started with for each program, as in package.json and the Dockerfile. The API collects what died young early, or an
 * export would leave what it is done with lying about: docs/adr/0016-exports.md.
 */
export const programs = {
  api: ['--max-semi-space-size=8', 'api/main.ts'],
  projector: ['projector/main.ts'],
} as const satisfies Record<string, readonly string[]>

import { type ProblemCode, type ProblemKind, problems } from '../../../schemas/problem.ts'

/** The Markdown of the page of a problem code: its row in the table of problems, then the written text. */
export function problemMarkdown(code: ProblemCode, text: string): string {
  const { status, retryable, title, recovery, agentRecovery }: ProblemKind = problems[code]
  return `# ${title}

| Code | Status | Retryable |
|---|---|---|
| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} |

**Recovery.** ${recovery}
${agentRecovery ? `\n**Recovery over MCP.** ${agentRecovery}\n` : ''}
${text}`
}

import { type ReactNode, useState } from 'react'
import { baseUrl } from '../session/session-context.tsx'
import { type Call, clientText, curlText } from './call-text.ts'

/** The requests of a page as curl and as TypeScript, for copying. They do not contain the token. */
export function AsCode({ calls }: { calls: readonly Call[] }): ReactNode {
  return (
    <details className="as-code">
      <summary>Show as curl and TypeScript</summary>
      <p>
        Set <code>TOKEN</code> to your token. <a href="/docs/read/typescript">About the client</a>
      </p>
      {calls.map((call) => (
        <section key={call.operationId + JSON.stringify(call.input)}>
          <h3>
            <a href={`/docs/reference#${call.operationId}`}>{call.operationId}</a>
          </h3>
          <Sample name="curl" text={curlText(call, baseUrl)} />
          <Sample name="TypeScript" text={clientText(call, baseUrl)} />
        </section>
      ))}
    </details>
  )
}

function Sample({ name, text }: { name: string; text: string }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="sample">
      <button
        type="button"
        onBlur={() => setCopied(false)}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? 'Copied' : `Copy ${name}`}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  )
}

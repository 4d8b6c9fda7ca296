import { type ReactNode, useState } from 'react'

/** An id that is copied by a click. `text` is shown in its place where it is long. */
export function CopyId({ id, text = id }: { id: string; text?: string }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
  }
  return (
    <button
      type="button"
      className="copy-id"
      title={`Copy ${id}`}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    >
      <code>{text}</code>
      <span role="status">{isCopied ? ' Copied' : ''}</span>
    </button>
  )
}

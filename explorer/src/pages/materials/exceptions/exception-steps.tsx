import { Link } from '@tanstack/react-router'
import type { ExplanationInput, ExplanationStep, PositionException, Scope } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { useHasScope } from '../../../session/session-context.tsx'
import { ExceptionValue } from './exception-columns.tsx'
import { pageOfInput } from './input-page.ts'
import { useExplained } from './use-exceptions.ts'

/** The arithmetic that led to an exception, step by step. Renders nothing until it is loaded, or if loading fails. */
export function ExceptionSteps({ exception }: { exception: PositionException }): ReactNode {
  const explained = useExplained(exception.exceptionId).data
  if (explained === undefined) return null
  const { data, meta } = explained
  return (
    <section>
      <h3>Explanation</h3>
      <ol className="steps">
        {data.explanation.map((step) => (
          <Step key={JSON.stringify(step)} step={step} exception={data} />
        ))}
      </ol>
      {meta.notices?.map(({ scope, detail }) => (
        <p key={scope} className="quiet">
          {detail}
        </p>
      ))}
    </section>
  )
}

interface StepProps {
  step: ExplanationStep
  exception: PositionException
}

function Step({ step: { label, value, uom, inputs }, exception }: StepProps): ReactNode {
  return (
    <li>
      <p className="step">
        <span>{label}</span>
        <b>
          <ExceptionValue value={value} uom={uom} />
        </b>
      </p>
      <ul className="step-inputs">
        {inputs.map((input) => (
          <li key={`${input.id} ${input.name}`}>
            <code>{input.name}</code> <ExceptionValue value={input.value} uom={input.uom} /> from{' '}
            <InputRecord input={input} exception={exception} />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The scopes of pages that a token for exceptions may lack. */
const scopes: Readonly<Record<string, Scope>> = { '/graph': 'graph:read', '/yields': 'bom:read' }

interface InputRecordProps {
  input: ExplanationInput
  exception: PositionException
}

/** The name of the record of a value, as a link if a page shows the record. */
function InputRecord({ input, exception }: InputRecordProps): ReactNode {
  const { kind, system, instance, recordId } = input
  const page = pageOfInput(input, exception)
  const isAllowed = useHasScope(scopes[page?.to ?? ''] ?? 'materials:read')
  const text = `${kind.replaceAll('_', ' ')} ${system}${instance === null ? '' : `:${instance}`} ${recordId}`
  return page !== null && isAllowed ? <Link {...page}>{text}</Link> : text
}

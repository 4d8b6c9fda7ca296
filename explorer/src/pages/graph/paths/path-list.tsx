import { Fragment, type ReactNode, useState } from 'react'
import { typeName } from '../../../format/nouns.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { EntityLink } from '../entity-link.tsx'
import { TypeMark } from '../type-sign.tsx'
import { verbOf } from './path-text.ts'
import type { Path, Step } from './paths-between.ts'

/** The number of paths that are listed at first. */
const FEW = 10

/** Paths in words, one step per line, with links. */
export function PathList({ paths }: { paths: readonly Path[] }): ReactNode {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? paths : paths.slice(0, FEW)
  return (
    <>
      <ol className="paths">
        {shown.map((path) => (
          <li key={path.map(({ to }) => to.id).join(' ')}>
            <ol className="steps">
              {path.map((step) => (
                <li key={step.to.id}>
                  <StepText step={step} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {shown.length < paths.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {formatNumber(paths.length)} paths
        </button>
      )}
    </>
  )
}

/** A step as a sentence: `MT-1 Poplin is used by style QM27-0113 Tee`. */
function StepText({ step: { from, to, rows } }: { step: Step }): ReactNode {
  const verbs = new Set(rows.map((row) => verbOf(row.type, row.from.id === from.id ? 'outgoing' : 'incoming')))
  return (
    <>
      <EntityLink node={from} />{' '}
      {[...verbs].map((verb, at) => (
        <Fragment key={verb}>
          {at > 0 && ' and '}
          {verb}
        </Fragment>
      ))}{' '}
      <TypeMark type={to.type} text={typeName(to.type)} /> <EntityLink node={to} />
    </>
  )
}

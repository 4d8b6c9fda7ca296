import { type ReactNode, useEffect, useId } from 'react'
import { countText, type Group, type Option, titleOf } from './found.ts'

interface ResultsProps {
  listId: string
  groups: readonly Group[]
  /** The option that Enter opens. */
  current: Option | undefined
  /** False while the results are those of an earlier text. */
  isCurrent: boolean
  idOf: (option: Option) => string
  onTake: (option: Option) => void
}

/** The results of a search, grouped by kind. The focus stays in the search field, which handles the keys. */
export function Results({ listId, groups, current, isCurrent, idOf, onTake }: ResultsProps): ReactNode {
  const currentId = current && idOf(current)
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <div id={listId} role="listbox" aria-label="Results" aria-busy={!isCurrent} className="palette-results">
      {groups.map((group) => (
        <ResultGroup key={group.kind} group={group} currentId={currentId} idOf={idOf} onTake={onTake} />
      ))}
    </div>
  )
}

interface ResultGroupProps extends Pick<ResultsProps, 'idOf' | 'onTake'> {
  group: Group
  currentId: string | undefined
}

function ResultGroup({ group, currentId, idOf, onTake }: ResultGroupProps): ReactNode {
  const { kind, options, all } = group
  const headingId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} role="presentation" className="palette-heading">
        <span>{titleOf(kind)}</span> <span className="quiet">{kind !== 'suggestion' && countText(group)}</span>
      </div>
      {[...options, ...(all === null ? [] : [all])].map((option) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={option.key}
          id={idOf(option)}
          role="option"
          aria-selected={idOf(option) === currentId}
          className={option === all ? 'palette-all' : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <span>{option.title}</span> <small>{option.detail}</small>
        </div>
      ))}
    </div>
  )
}

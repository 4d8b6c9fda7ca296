import { Link } from '@tanstack/react-router'
import type { MaterialFactoryPosition } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName } from '../../../format/names.ts'
import { SidePanel } from '../../../parts/layout.tsx'
import { StaleMark, StatusMark } from '../../../parts/marks.tsx'
import { Amount, CopyId, Fact, Nothing, Time } from '../../../parts/values.tsx'
import { WholeRecord } from '../../../parts/whole-record.tsx'
import { endText } from '../end-name.tsx'
import { markText } from './mark-text.ts'
import { amountNames, type CellMarks, cellKey } from './positions.ts'

interface PositionPanelProps {
  position: MaterialFactoryPosition
  /** The quantity that was opened. */
  amount: string | undefined
  marks: CellMarks
  onClose: () => void
}

/** The source and the time of a quantity, its difference from the baseline, and the whole position. */
export function PositionPanel({ position, amount, marks, onClose }: PositionPanelProps): ReactNode {
  const { positionId, system, instance, material, factory, asOf, uom, source, freshness } = position
  const name = amountNames.find((one) => one === amount) ?? 'onHand'
  const mark = marks.get(cellKey(positionId, name))
  return (
    <SidePanel title={`${fieldName(name)} of ${system}`} onClose={onClose}>
      <p className="large">
        <Amount value={position[name]} unit={uom} />
      </p>
      {mark && <p>{sentence(markText(mark))}</p>}
      <dl className="record">
        <Fact name="As of">
          <Time value={asOf} />
        </Fact>
        <Fact name="Source">
          {system}:{instance} <CopyId id={source.recordId} />
        </Fact>
        <Fact name="Version">{source.recordVersion}</Fact>
        <Fact name="Received">
          <Time value={source.ingestedAt} />
        </Fact>
        <Fact name="Dataset">
          {source.datasetId === null ? <Nothing /> : <Link to="/freshness">{source.datasetId}</Link>}{' '}
          {freshness.status === 'fresh' ? <StatusMark status="fresh" /> : <StaleMark {...freshness} />}
        </Fact>
        <Fact name="Material">{endText(material)}</Fact>
        <Fact name="Factory">{endText(factory)}</Fact>
      </dl>
      <p>
        <Link to="/materials" search={{ material: material.code, factory: factory.code }}>
          Exceptions of this pair
        </Link>
      </p>
      <details>
        <summary>Full record</summary>
        <WholeRecord value={position} />
      </details>
    </SidePanel>
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

import { z } from 'zod'
import { nullable, UnitOfMeasure, Uuid } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { LeftOutNotice } from '../left-out-notice.ts'
import { Scope } from '../scopes.ts'
import { ExceptionInput, ServedPositionException } from './exceptions.ts'

/** The request that returns the record of a value: an operation and its parameters. */
const ReadBy = z
  .object({
    operation: z.string().meta({ description: 'ID of the operation, such as `getMaterialFactoryPosition`.' }),
    parameters: z
      .record(z.string(), z.string())
      .meta({ description: 'Parameters of the operation that return the record.' }),
  })
  .meta({ id: 'ExplanationReadBy', description: 'Operation that returns the record of a value.' })
export type ReadBy = z.infer<typeof ReadBy>

const valueShape = {
  ...ExceptionInput.pick({ kind: true, id: true, system: true, instance: true, recordId: true }).shape,
  name: z.string().meta({ description: 'Name of the value, such as `onHand`. A mean has a name with `mean`.' }),
  value: z
    .string()
    .nullable()
    .meta({ description: 'The value when the exception was evaluated. Null if it was null.' }),
  uom: described(nullable(UnitOfMeasure), 'Unit of the value. Null if it is not a quantity with a unit.'),
}

/** A value of a record that a step uses. */
export const ExplanationInput = z
  .object({
    ...valueShape,
    readBy: described(
      nullable(ReadBy),
      'Operation that returns the record as it is now. Null if no operation does, as for open production and ' +
        'undeclared datasets, or if the record no longer exists.',
    ),
  })
  .meta({ id: 'ExplanationInput', description: 'A value of a record that a step of an explanation starts from.' })
export type ExplanationInput = z.infer<typeof ExplanationInput>

const stepShape = {
  label: z.string().meta({ description: 'What the step determines, in words.' }),
  value: z.string().nullable().meta({
    description:
      'Result of the step, such as an exact decimal, a unit, a code, a state, or a time. Null if there is none.',
  }),
  uom: described(nullable(UnitOfMeasure), 'Unit of `value`. Null if it is not a quantity with a unit.'),
}

/** One step of the calculation or comparison that led to an exception. */
export const ExplanationStep = z
  .object({
    ...stepShape,
    inputs: z.array(ExplanationInput).meta({
      description: 'Values of records that the step starts from, at most 20. Empty if it follows from other steps.',
    }),
  })
  .meta({ id: 'ExplanationStep', description: 'One step of the explanation of an exception.' })
export type ExplanationStep = z.infer<typeof ExplanationStep>

/** A step as it is stored: each value has the scope that its reader needs. */
export const StoredStep = z.object({
  ...stepShape,
  inputs: z.array(z.object({ ...valueShape, scope: Scope })),
})
export type StoredStep = z.infer<typeof StoredStep>

/** An exception with the steps that led to it. */
export const ExplainedException = ServedPositionException.extend({
  explanation: z.array(ExplanationStep).meta({
    description:
      'The arithmetic or the comparison that led to the exception, in order, as of its last evaluation. The value of ' +
      'the last step is `delta`, if the exception has one.',
  }),
}).meta({ id: 'ExplainedException', description: 'An exception with the steps that led to it.' })

export const ExplainedExceptionResponse = z
  .object({
    data: ExplainedException,
    meta: z
      .object({
        notices: z
          .array(LeftOutNotice)
          .optional()
          .meta({ description: 'Steps that are left out. Absent if there are none.' }),
      })
      .meta({ description: 'Information about the response.' }),
  })
  .meta({ id: 'ExplainedExceptionResponse', description: 'The response with one exception.' })
  .register(compactRow, {
    fields: [
      ...['exceptionId', 'code', 'severity', 'status', 'material.code', 'factory.code', 'supplier.code', 'steward'],
      ...['observed', 'expected', 'delta', 'uom', 'firstSeenAt', 'explanation', 'recommendedAction'],
    ],
  })

export const GetMaterialPositionExceptionInput = z.strictObject({
  exceptionId: described(Uuid, 'ID of the exception, from `listMaterialPositionExceptions`.'),
})

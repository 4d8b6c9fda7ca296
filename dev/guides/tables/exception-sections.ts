import { actionOf, exceptionTable } from '../../../schemas/materials/exception-table.ts'
import { type ExceptionCode, exceptionCodes } from '../../../schemas/materials/exceptions.ts'

/** A section for each exception code: what it means, when it holds, how severe it is, and what to do about it. */
export function exceptionSections(): string {
  return exceptionCodes.map(sectionOf).join('\n\n')
}

function sectionOf(code: ExceptionCode): string {
  const { meaning, severity, otherwise, isAboutQuantity, rule, inputs, example } = exceptionTable[code]
  const isLowered = isAboutQuantity && severity !== 'low'
  const severities = [severity, otherwise, isLowered ? 'one level lower if an input is stale' : undefined]
  return [
    `### ${code}`,
    '',
    `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`,
    '',
    `- **Rule**: ${rule}`,
    `- **Severity**: ${severities.filter((one) => one !== undefined).join('; ')}.`,
    `- **Inputs**: ${inputs}.`,
    `- **Example**: ${example}`,
    `- **Fix**: ${actionOf(code, 'the dataset').replace(/GET \/\S+/, '`$&`')}`,
  ].join('\n')
}

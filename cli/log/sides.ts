import { securitySettings } from '../../kafka/connect-kafka.ts'
import { type Environment, parseEnvironment } from '../../schemas/environment.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import type { Side } from './plan-copy.ts'

/** Connects to one side of a copy. Nothing is sent yet. */
export function sideOf(settings: Environment): Side {
  return {
    connection: kafkaOf(settings),
    prefix: settings.KAFKA_TOPIC_PREFIX,
    region: settings.DATA_REGION,
    asking: (work) => askingKafka(settings, work),
  }
}

/**
 * Returns the settings of the target: those of the source with the given brokers, prefix, and region. If there is a TARGET_KAFKA
 * variable, all settings of TLS and SASL are those of TARGET_KAFKA.
 * @throws Error when a value is not valid, or neither brokers nor a prefix are given
 */
export function targetSettings(
  settings: Environment,
  { to, toPrefix, toRegion }: { to?: string; toPrefix?: string; toRegion?: string },
): Environment {
  if (to === undefined && toPrefix === undefined)
    throw new Error('The target is missing. Use --to for other brokers, --to-prefix for another prefix, or both')
  const given = checked('--to', { KAFKA_BROKERS: to })
  const { KAFKA_TOPIC_PREFIX } = checked('--to-prefix', { KAFKA_TOPIC_PREFIX: toPrefix })
  const { DATA_REGION } = checked('--to-region', { DATA_REGION: toRegion })
  return {
    ...settings,
    ...(to !== undefined && { ...securityOf(settings), KAFKA_BROKERS: given.KAFKA_BROKERS }),
    ...(toPrefix !== undefined && { KAFKA_TOPIC_PREFIX }),
    ...(toRegion !== undefined && { DATA_REGION }),
  }
}

/** @throws Error that names the option instead of its setting */
function checked(option: string, variables: Record<string, string | undefined>): Environment {
  try {
    return parseEnvironment(variables)
  } catch (error) {
    const [, reason = 'it is not valid'] = /: (.*)$/.exec(String(error)) ?? []
    throw new Error(`${option} is not valid: ${reason}`)
  }
}

function securityOf(settings: Environment): Partial<Environment> {
  if (securitySettings.every((name) => settings[`TARGET_${name}`] === undefined)) return {}
  const own = Object.fromEntries(securitySettings.map((name) => [name, settings[`TARGET_${name}`]]))
  return { ...own, KAFKA_SSL: settings.TARGET_KAFKA_SSL ?? false }
}

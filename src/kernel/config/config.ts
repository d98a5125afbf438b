import { OperatorError } from '../errors/operator-error.ts'
import { ownValue } from '../lookups/own-value.ts'
import { findSimilar } from '../text/similar.ts'
import type { Setting } from './setting.ts'
import { type Config, settings } from './settings.ts'
import { OTLP_PREFIX, OTLP_VARIABLES } from './tracing-settings.ts'

/** An invalid setting; the message names the variable and states what is allowed. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

/** Parses the configuration from variables; throws a ConfigError that lists all errors at once. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const faults: string[] = []
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const given = ownValue(env, setting.env)
    if (given === undefined || given === '') return [name, setting.fallback]
    try {
      return [name, setting.parse(given)]
    } catch (error) {
      faults.push(`${setting.env} ${(error as Error).message}`)
      return [name, setting.fallback]
    }
  })
  const config = Object.fromEntries(entries) as Config
  if (config.secret !== '' && config.secret.length < 32)
    faults.push('GUILDHALL_SECRET must be at least 32 characters; create one with: openssl rand -base64 32')
  if (config.secretPrevious !== '' && config.secretPrevious.length < 32)
    faults.push('GUILDHALL_SECRET_PREVIOUS must be a former GUILDHALL_SECRET, so at least 32 characters')
  if (config.mailUrl !== '' && !env.MAIL_FROM)
    faults.push('MAIL_FROM is required with MAIL_URL: the sender address of mail')
  if (config.installation !== '' && config.publicUrl === '')
    faults.push('PUBLIC_URL is required with INSTALLATION: the address that the installations share')
  if ((config.ledgerClientId === '') !== (config.ledgerClientSecret === ''))
    faults.push('LEDGER_CLIENT_ID and LEDGER_CLIENT_SECRET must be set together')
  const captcha = [config.captchaVerifyUrl, config.captchaSiteKey, config.captchaSecret]
  if (captcha.includes('') && captcha.some((value) => value !== ''))
    faults.push('CAPTCHA_VERIFY_URL, CAPTCHA_SITE_KEY and CAPTCHA_SECRET must be set together')
  if (faults.length > 0) throw new ConfigError(`The configuration is not valid:\n  ${faults.join('\n  ')}`)
  return config
}

/** Variables of the command line; not settings of the server. */
const OF_COMMANDS = ['GUILDHALL_PASSWORD', 'GUILDHALL_PROCESSOR_KEY', 'GUILDHALL_PROCESSOR_EVENT_SECRET']

/** Kubernetes sets these for a service named "guildhall". */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/

/** Lists a warning for each variable that looks like a setting and is none. */
export const listUnknownVariables = (env: Readonly<Record<string, string | undefined>>): string[] => {
  const known = [...Object.values<Setting<unknown>>(settings).map((setting) => setting.env), ...OTLP_VARIABLES]
  return Object.entries(env)
    .filter(
      ([name]) =>
        (name.startsWith(PREFIX) || name.startsWith(OTLP_PREFIX)) && ![...known, ...OF_COMMANDS].includes(name),
    )
    .filter(([name, value]) => !OF_KUBERNETES.test(name) && !/^(tcp|udp):/.test(value ?? ''))
    .map(([name]) => {
      const meant = findSimilar(name, known, bare)
      const advice = meant === undefined ? 'List the settings with: guildhall config' : `Did you mean ${meant}?`
      return `${name} is not a setting and has no effect. ${advice}`
    })
}

const PREFIX = 'GUILDHALL_'

const bare = (name: string): string => name.replace(PREFIX, '').replaceAll('_', '')

/** Describes every setting with its value, source and purpose; secrets are shown as set or not. */
export const describeConfig = (config: Config, env: Readonly<Record<string, string | undefined>>): string =>
  Object.entries<Setting<unknown>>(settings)
    .map(([name, setting]) => {
      const value = String(ownValue(config, name))
      const shown = setting.secret ? (value === '' ? '(not set)' : '(set)') : value === '' ? '(empty)' : value
      const source = ownValue(env, setting.env) ? 'environment' : 'default'
      return `${setting.env}=${shown}  [${source}]\n    ${setting.about}`
    })
    .join('\n')

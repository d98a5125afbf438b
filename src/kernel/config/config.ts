import { type Config, type Setting, settings } from './settings.ts'

/** An invalid setting; the message names the variable and states what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Parses the configuration from variables; throws a ConfigError that lists all errors at once. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const faults: string[] = []
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const given = env[setting.env]
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
  if (config.mailUrl !== '' && !env.MAIL_FROM)
    faults.push('MAIL_FROM is required with MAIL_URL: the sender address of mail')
  if (faults.length > 0) throw new ConfigError(`The configuration is not valid:\n  ${faults.join('\n  ')}`)
  return config
}

/** Describes every setting with its value, source and purpose; secrets are shown as set or not. */
export const describeConfig = (config: Config, env: Readonly<Record<string, string | undefined>>): string =>
  Object.entries<Setting<unknown>>(settings)
    .map(([name, setting]) => {
      const value = String(config[name as keyof Config])
      const shown = setting.secret ? (value === '' ? '(not set)' : '(set)') : value === '' ? '(empty)' : value
      const source = env[setting.env] ? 'environment' : 'default'
      return `${setting.env}=${shown}  [${source}]\n    ${setting.about}`
    })
    .join('\n')

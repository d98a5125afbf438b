import { type Config, type Setting, settings } from './settings.ts'

/** A setting that cannot be read; the message names the variable and says what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the configuration from variables; throws a ConfigError that lists every fault at once. */
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
    faults.push('GUILDHALL_SECRET must be at least 32 characters; make one with: openssl rand -base64 32')
  if (config.mailUrl !== '' && !env.MAIL_FROM)
    faults.push('MAIL_FROM must be set where MAIL_URL is: the address that mail comes from')
  if (faults.length > 0) throw new ConfigError(`The configuration is not valid:\n  ${faults.join('\n  ')}`)
  return config
}

/** Every setting with its value, its source and what it is for; secrets are shown as set or not. */
export const describeConfig = (config: Config, env: Readonly<Record<string, string | undefined>>): string =>
  Object.entries<Setting<unknown>>(settings)
    .map(([name, setting]) => {
      const value = String(config[name as keyof Config])
      const shown = setting.secret ? (value === '' ? '(not set)' : '(set)') : value === '' ? '(empty)' : value
      const source = env[setting.env] ? 'environment' : 'default'
      return `${setting.env}=${shown}  [${source}]\n    ${setting.about}`
    })
    .join('\n')

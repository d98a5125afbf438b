import type { Config } from '#kernel/config/settings'

/**
 * Returns the origin of links without a request: PUBLIC_URL, or this machine if there is none. Without a slash at the
 * end.
 */
export const linkOrigin = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string => {
  if (publicUrl !== '') return publicUrl.replace(/\/+$/, '')
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

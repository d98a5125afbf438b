import type { Config } from '#kernel/config/settings'
import { linkOrigin } from './link-origin.ts'

/** Where links to pages of staff lead. */
export interface StaffLinks {
  /** The origin of this server, without a slash at the end. */
  origin: string
  /** The name of this installation if several share the origin; empty otherwise. */
  installation: string
}

/** Adds the installation to the address of a page that names no tenant, so that the proxy finds it. */
export const ofInstallation = (path: string, installation: string): string =>
  installation === '' ? path : `${path}?${new URLSearchParams({ installation })}`

/** Returns the complete address of a page of staff, as mails and the command line give it. */
export const staffLink = ({ origin, installation }: StaffLinks, path: string): string =>
  `${origin}${ofInstallation(path, installation)}`

/** Returns where links lead that no request gives. */
export const staffLinksOf = (config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'installation'>): StaffLinks => ({
  origin: linkOrigin(config),
  installation: config.installation,
})

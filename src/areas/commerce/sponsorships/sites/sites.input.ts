import type { SiteInput } from '#contract/commerce/sites'
import { badInputs, type FieldFault } from '#kernel/errors/problem'
import { nameKeyOf, parseName } from '#kernel/records/names'
import type { Site } from '#prisma/client'

/** Parses a site. A field that is left out keeps its value. @throws 422 name-needed. */
export const parseSite = (input: SiteInput, current: Site | null) => {
  const name = parseName(input.Name, current?.name)
  return { name, nameKey: nameKeyOf(name) }
}

/** Labels of letters, digits and hyphens (RFC 1123), and a port for sites under development. */
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*(:\d{1,5})?$/

/** Parses the domains of a site; undefined if the request contains no list. @throws 400 naming each wrong one. */
export const parseDomains = ({ Domains }: SiteInput): string[] | undefined => {
  if (Domains === undefined) return undefined
  const hosts = (Domains ?? []).map(({ Domain }) => Domain.trim().toLowerCase())
  const faults = hosts.flatMap((host, at): FieldFault[] => {
    const pointer = `/Domains/${at}/Domain`
    if (!HOST.test(host)) return [{ pointer, message: 'must be a host name, such as www.example.org' }]
    return hosts.indexOf(host) < at ? [{ pointer, message: 'must not repeat a domain of the site' }] : []
  })
  if (faults.length > 0) throw badInputs(faults)
  return hosts
}

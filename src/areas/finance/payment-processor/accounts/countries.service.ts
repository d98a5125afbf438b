import type { Scope } from '#kernel/tenancy/scope'
import { type CountryState, ProcessorFault } from '../payment-processor.port.ts'
import { openProcessor, type ProcessorTools, problemOf } from '../processors.service.ts'
import { listAccounts } from './accounts.queries.ts'

const DAY_MS = 86_400_000

/** The countries by the kind of the gateway: the same for all tenants, so they are read once a day. */
const cached = new Map<string, { countries: CountryState[]; readAt: number }>()

/** Lists the countries of the processor by name: those of the default gateway. @throws 503 if none are cached. */
export const listCountries = async (scope: Scope, tools: ProcessorTools): Promise<CountryState[]> => {
  const [account] = await listAccounts(scope)
  const gateway = account?.gateway ?? { kind: 'Sandbox' }
  const known = cached.get(gateway.kind)
  const now = scope.clock.now().getTime()
  if (known && Math.abs(now - known.readAt) < DAY_MS) return known.countries
  try {
    const processor = await openProcessor(scope, tools, { gateway } as Parameters<typeof openProcessor>[2])
    const countries = (await processor.listCountries()).sort((one, other) => one.name.localeCompare(other.name, 'en'))
    cached.set(gateway.kind, { countries, readAt: now })
    return countries
  } catch (error) {
    if (known && error instanceof ProcessorFault) return known.countries
    throw problemOf(error, 'list')
  }
}

import type { EventRegisterV2Input } from '#contract/events/public-registration'
import { checkUnsaved } from './carts/carts.service.ts'
import type { EventVisit } from './event-visit.queries.ts'
import { checkForm } from './forms/checked-form.service.ts'
import { formOf } from './forms/form.input.ts'
import type { PricedForm } from './prices/totals.model.ts'
import { type FormFault, formRefused } from './refusals.model.ts'

/** Faults that do not prevent prices: people can be missing, and seats are not reserved. */
const PRICED_ANYWAY = new Set(['soldOut', 'required', 'format', 'closed'])

/**
 * Calculates the lines of a form, and what its vouchers pay. It stores and reserves nothing.
 *
 * @throws RegistrationRefusal 404; 422 if the form contains something that cannot be priced.
 */
export const calculatePrices = async (visit: EventVisit, body: EventRegisterV2Input): Promise<PricedForm> => {
  const { faults, lines, vouchers } = await visit.scope.db.transaction((tx) =>
    checkForm(visit, tx, formOf(body), { isPayerNeeded: false }),
  )
  const stopping = faults.filter(({ Code, Pointer }) => !PRICED_ANYWAY.has(Code) || Pointer.endsWith('/Amount'))
  if (stopping.length > 0) throw formRefused(stopping)
  return { lines, vouchers }
}

/** Returns every fault of a form. It stores and reserves nothing. @throws RegistrationRefusal 404. */
export const validateForm = async (visit: EventVisit, body: EventRegisterV2Input): Promise<FormFault[]> =>
  (await visit.scope.db.transaction((tx) => checkUnsaved(visit, tx, formOf(body)))).faults

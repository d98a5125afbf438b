import type { AccountInput } from '#contract/finance/accounts'
import { badInput } from '#kernel/errors/problem'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import { optionalLine } from '#kernel/text/one-line'
import type { Account } from '#prisma/client'

export type AccountData = Pick<Account, 'name' | 'nameKey' | 'number' | 'description' | 'type' | 'isActive'>

/** Parses an account. A field that is left out keeps its value. @throws 400 naming the field, 422 name-needed. */
export const parseAccount = (input: AccountInput, current: Account | null): AccountData => {
  const name = parseName(input.Name, current?.name)
  const type = input.AccountType === undefined ? current?.type : input.AccountType
  if (!type) throw badInput('/AccountType', 'is required')
  return {
    name,
    nameKey: nameKeyOf(name),
    number: optionalLine(input.AccountNumber, current?.number),
    description: parseText(input.Description, current?.description),
    type,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

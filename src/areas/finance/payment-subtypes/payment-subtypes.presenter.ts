import type {
  FinanceSettingsScreen,
  PaymentSubtypeEdit,
  PaymentSubtypeListItem,
} from '#contract/finance/payment-subtypes'
import type { ItemChoice } from '#contract/shared'
import type { PaymentSubtype } from '#prisma/client'

const HELP_TEXT = 'Subtypes distinguish payments of the types Trade and External.'

export const presentPaymentSubtype = (subtype: PaymentSubtype): PaymentSubtypeEdit => ({
  PaymentSubtypeId: subtype.id,
  PaymentTypeId: String(subtype.paymentTypeId) as '5' | '6',
  AuditId: subtype.auditId,
  Name: subtype.name,
  IsActive: subtype.isActive,
})

export const presentSubtypeItem = (subtype: PaymentSubtype): PaymentSubtypeListItem => ({
  PaymentSubtypeId: subtype.id,
  PaymentTypeId: subtype.paymentTypeId as 5 | 6,
  Name: subtype.name,
  IsActive: subtype.isActive,
})

export const presentScreen = (
  trade: readonly PaymentSubtype[],
  external: readonly PaymentSubtype[],
): FinanceSettingsScreen => ({
  HelpText: HELP_TEXT,
  TradeSubTypes: trade.map(presentSubtypeItem),
  ExternalSubTypes: external.map(presentSubtypeItem),
})

/** Presents the active subtypes as choices. @param isSelected whether a choice is the current one. */
export const presentSubtypeChoices = (
  subtypes: readonly PaymentSubtype[],
  isSelected: (subtype: PaymentSubtype) => boolean,
): ItemChoice[] =>
  subtypes
    .filter(({ isActive }) => isActive)
    .map((subtype, index) => ({
      IsSelected: isSelected(subtype),
      PreviouslySelected: false,
      Id: subtype.id,
      Name: subtype.name,
      Order: index + 1,
    }))

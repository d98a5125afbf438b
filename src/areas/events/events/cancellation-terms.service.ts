export { type RefundTerms, refundOf, refundTerms } from './cancellation-rules.model.ts'

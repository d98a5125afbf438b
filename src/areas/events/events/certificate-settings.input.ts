import type { EventDetailsInput } from '#contract/events/events'
import { type Event, Prisma } from '#prisma/client'

/** Parses the settings of certificates of attendance. A field that is left out keeps its value. */
export const parseCertificateSettings = (input: EventDetailsInput, current: Event | null) => ({
  hasCertificates: input.HasCertificates ?? current?.hasCertificates ?? false,
  certificationId: input.CertificationId === undefined ? (current?.certificationId ?? null) : input.CertificationId,
  certificateHours: amountOf(input.CertificateHours, current?.certificateHours),
  certificateCredits: amountOf(input.CertificateCredits, current?.certificateCredits),
  mailsCertificates: input.MailsCertificates ?? current?.mailsCertificates ?? false,
})

const amountOf = (sent: number | undefined, current: Prisma.Decimal | undefined): Prisma.Decimal =>
  new Prisma.Decimal(sent ?? current ?? 0).toDecimalPlaces(2)

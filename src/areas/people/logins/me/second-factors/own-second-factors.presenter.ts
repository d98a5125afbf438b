import type { OwnSecondFactors } from '#contract/people/logins-own'
import type { OwnLogin } from '#services/identity/own-login/own-login'

type Factors = Awaited<ReturnType<OwnLogin['findFactors']>>

/** Presents the second factors of a login in their documented shape. */
export const presentFactors = ({ hasApp, passkeys, codesLeft }: Factors): OwnSecondFactors => ({
  HasApp: hasApp,
  Passkeys: passkeys.map(({ id, name, lastUsedAt, createdAt }) => ({
    PasskeyId: id,
    Name: name,
    LastUsedDate: lastUsedAt?.toISOString() ?? null,
    CreatedDate: createdAt.toISOString(),
  })),
  RecoveryCodesLeft: codesLeft,
})

import { useQuery } from '@tanstack/react-query'
import type { CallArgs } from '#contract/endpoint.ts'
import {
  checkEmailDomain,
  claimEmailDomain,
  readEmailSettings,
  removeEmailDomain,
  renewEmailKey,
  updateEmailSender,
  type EmailSettings,
} from '#contract/messaging/email-domain.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'

const settings = read(readEmailSettings)

export const useEmailSettings = () => useQuery(settings)

/** Each of them answers how everything stands now. */
const useSettingsCall = <Sent = void>(work: (sent: Sent) => Promise<EmailSettings>) =>
  useCall(work, { fills: settings })

export const useClaimDomain = () => useSettingsCall((domain: string) => call(claimEmailDomain, { body: { domain } }))
export const useCheckDomain = () => useSettingsCall(() => call(checkEmailDomain))
export const useRenewKey = () => useSettingsCall(() => call(renewEmailKey))
export const useRemoveDomain = () => useSettingsCall(() => call(removeEmailDomain))
type Sender = CallArgs<typeof updateEmailSender>['body']
export const useSaveSender = () => useSettingsCall((body: Sender) => call(updateEmailSender, { body }))

import { changeFollowupSettings, readFollowupSettings } from '#contract/followup/settings.ts'
import type { CallArgs } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'

type Change = CallArgs<typeof changeFollowupSettings>['body']

/** Saves a part of the settings; what the server answers is what is shown from then on. */
export function useSettings() {
  const t = useTexts()
  return useCall((body: Change) => call(changeFollowupSettings, { body }), {
    fills: read(readFollowupSettings, {}),
    done: () => void toast.ok(t('followup.hub.saved')),
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
}

import { useState } from 'react'
import { answerCall } from '#contract/checkin/registration.ts'
import { call as callServer } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.tsx'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconBellRinging } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toasts/index.ts'
import { failureWords } from '../shared/failure-words.ts'
import classes from './home.module.css'
import type { Home } from './home.ts'

/** A class asks for a parent now. */
export function ClassCall({ call, onAnswered }: { call: Home['calls'][number]; onAnswered: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const answer = async () => {
    setBusy(true)
    try {
      await callServer(answerCall, { params: { id: call.id } })
      toast.ok(t('portal.home.told'))
      onAnswered()
    } catch (failure) {
      toast.bad(failureWords(t, failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={classes['call']}>
      <IconBellRinging size={24} stroke={1.75} aria-hidden="true" />
      <div className="grow">
        <h2>{t('portal.home.calls', { name: call.firstName })}</h2>
        <p>{t('portal.home.callAt', { className: call.className, at: format.time(call.at) })}</p>
      </div>
      <Button kind="primary" size="lg" block busy={isBusy} onClick={() => void answer()}>
        {t('portal.home.onMyWay')}
      </Button>
    </section>
  )
}

import { useAct } from '../../../api/use-act.ts'
import { type RefObject } from 'react'
import { spacedCode } from '#contract/checkin/codes.ts'
import { textPass, type Pass } from '#contract/checkin/registration.ts'
import { call } from '../../../api/call.ts'
import { useTexts, type TextId } from '../../../languages/index.ts'
import { useIdempotencyKey } from '../../../api/idempotency-key.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconCopy, IconDownload, IconMessage } from '../../../ui/icons.ts'
import { LONG, toast } from '../../../ui/toasts/index.ts'
import { failureWords } from '../reading/failure-words.ts'
import { useWhen } from '../events/event-words.tsx'
import { drawPass, passLines } from './draw-pass.ts'
import classes from './pass.module.css'

const reasons: Record<'no_phone' | 'no_sender' | 'no_units', TextId> = {
  no_phone: 'portal.pass.noPhone',
  no_sender: 'portal.pass.noSender',
  no_units: 'portal.pass.noSender',
}

/** Hands a file to the browser, which saves it. */
function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function useTextIt({ id }: Pass) {
  const t = useTexts()
  const press = useIdempotencyKey()
  const { busy, run } = useAct((failure) =>
    toast.bad(
      failureWords(t, failure, {
        network: 'portal.pass.textOffline',
        timeout: 'portal.pass.textFailed',
        too_many_tries: 'portal.pass.tooMany',
      }),
    ),
  )
  const textIt = async () => {
    const { sent, reason } = await call(textPass, { params: { id } }, { idempotencyKey: press.keyFor(id) })
    press.done()
    if (sent) toast.ok(t('portal.pass.texted'))
    else toast.warn(t(reasons[reason ?? 'no_sender']))
  }
  return { busy, textIt: () => run(textIt) }
}

/** Ways to have the code at hand on the day. */
export function PassActs({ pass, card }: { pass: Pass; card: RefObject<HTMLElement | null> }) {
  const t = useTexts()
  const when = useWhen()
  const { busy, textIt } = useTextIt(pass)
  const code = spacedCode(pass.code)
  const save = async () => {
    if (!card.current) return
    try {
      const picture = await drawPass(card.current, {
        church: pass.churchName,
        code: pass.code,
        codeLabel: t('portal.pass.code'),
        spacedCode: code,
        event: pass.event.name,
        when: when(pass.event.startsAt),
        lines: passLines(t, pass),
      })
      // The name of a file is seen by others: it tells the event, not the code.
      saveFile(picture, `${pass.event.name}.png`)
    } catch {
      toast.bad(t('portal.pass.saveFailed'))
    }
  }
  const copy = () =>
    navigator.clipboard.writeText(pass.code).then(
      () => toast.ok(t('portal.pass.copied')),
      () => toast.warn(t('portal.pass.copyFailed', { code }), { duration: LONG }),
    )
  return (
    <div className={classes['acts']}>
      <Button kind="primary" size="lg" icon={IconDownload} onClick={() => void save()}>
        {t('portal.pass.save')}
      </Button>
      <Button icon={IconMessage} busy={busy} onClick={textIt}>
        {t('portal.pass.textIt')}
      </Button>
      <Button icon={IconCopy} onClick={() => void copy()}>
        {t('portal.pass.copy')}
      </Button>
    </div>
  )
}

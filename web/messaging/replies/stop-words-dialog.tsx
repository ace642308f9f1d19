import { useQuery } from '@tanstack/react-query'
import { readOptOutLink, saveOptOutLink } from '#contract/messaging/opt-out-link.ts'
import { stopWordList } from '#contract/messaging/replies.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useLanguageName } from '../../languages/names.ts'
import { useTexts } from '../../languages/index.ts'
import { useCan } from '../../session/session.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { Loading } from '../../ui/states/index.ts'
import classes from './stop-words.module.css'

/** Whether bulk messages end in a link by which people stop them. */
function LinkSwitch() {
  const t = useTexts()
  const canChange = useCan('church.manage')
  const { data } = useQuery(read(readOptOutLink))
  const save = useCall((isOn: boolean) => call(saveOptOutLink, { body: { isOn } }), {
    fills: read(readOptOutLink),
    done: () => void toast.ok(t('messaging.replies.linkSaved')),
    failed: () => void toast.bad(t('messaging.replies.failed')),
  })
  if (!data) return null
  const isOn = save.sent ?? data.isOn
  return (
    <div className={classes['setting']}>
      <Switch
        label={t('messaging.replies.linkTitle')}
        hint={<span className={classes['line']}>{t('messaging.replies.linkText', { line: data.line })}</span>}
        isOn={isOn}
        disabled={!canChange}
        onChange={save.run}
      />
    </div>
  )
}

/** The words that stop, by language, and the link that does the same. */
export function StopWordsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const languageName = useLanguageName()
  const { data } = useQuery(read(stopWordList))
  return (
    <Dialog open onClose={onClose} title={t('messaging.replies.wordsAct')}>
      <p>{t('messaging.replies.wordsText')}</p>
      {data ? (
        <dl className={classes['words']}>
          {data.map(({ language, words }) => (
            <div key={language}>
              <dt>{languageName(language)}</dt>
              <dd lang={language} dir="auto">
                {words.join(', ')}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Loading rows={4} />
      )}
      <LinkSwitch />
    </Dialog>
  )
}

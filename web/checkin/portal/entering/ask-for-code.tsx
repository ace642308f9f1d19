import { textOf, useFormCall } from '../../../lib/form-call.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureWords } from '../shared/failure-words.ts'
import { askForCode } from './code-call.ts'

type AskForCodeProps = { tenantId: string | undefined; onSent: (address: string) => void }

export function AskForCode({ tenantId, onSent }: AskForCodeProps) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const address = textOf(form, 'userName').trim()
    await askForCode(address, tenantId)
    onSent(address)
  })
  return (
    <>
      {failure && <Note tone="bad">{failureWords(t, failure)}</Note>}
      <form className="stack" onSubmit={onSubmit}>
        <TextField
          label={t('portal.church.userName')}
          name="userName"
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          spellCheck={false}
          maxLength={254}
          required
        />
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('portal.reset.send')}
        </Button>
      </form>
    </>
  )
}

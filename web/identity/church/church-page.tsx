import { Failed, Loading } from '../../ui/states/index.ts'
import { ProfileForm } from './profile-form.tsx'
import { useChurch, useCountries, useRemoveLogo, useUploadLogo } from './queries.ts'
import { SettingsHeader } from './settings-header.tsx'
import classes from './settings.module.css'
import { useRef, useState, type ChangeEvent } from 'react'
import { LOGO_MAX_BYTES } from '#contract/identity/church.ts'
import { ApiFailure } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconTrash, IconUpload } from '../../ui/icons.ts'
import { BrandMark } from '../../ui/marks/brand-mark.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from './failure-text.ts'

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const remove = useRemoveLogo()
  const act = () =>
    remove.run(undefined, {
      done: () => {
        toast.ok(t('identity.church.logoRemoved'))
        onClose()
      },
    })
  const actions = (
    <>
      <Button onClick={onClose}>{t('identity.church.keepLogo')}</Button>
      <Button kind="danger" busy={remove.busy} onClick={act}>
        {t('identity.church.removeLogo')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('identity.church.removeLogoTitle')} actions={actions}>
      <p>{t('identity.church.removeLogoText')}</p>
      {remove.failure && <Note tone="bad">{t(failureText(remove.failure))}</Note>}
    </Dialog>
  )
}

function useChosenFile() {
  const t = useTexts()
  const upload = useUploadLogo()
  const [tooLarge, setTooLarge] = useState(false)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen again.
    event.target.value = ''
    if (!file) return
    upload.forget()
    setTooLarge(file.size > LOGO_MAX_BYTES)
    if (file.size <= LOGO_MAX_BYTES) upload.run(file, { done: () => toast.ok(t('identity.church.logoSaved')) })
  }
  return { choose, upload, failure: tooLarge ? new ApiFailure('too_large', 413, '') : upload.failure }
}

/** The logo as everybody on the staff sees it, and how to change it. */
function LogoCard({ logoUrl }: { logoUrl: string | null }) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const { choose, upload, failure } = useChosenFile()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <Card title={t('identity.church.logo')}>
      <div className={classes['logo']}>
        <div className={classes['preview']}>
          {logoUrl ? <img src={logoUrl} alt={t('identity.church.logoAlt')} /> : <BrandMark large />}
        </div>
        <p className="small muted">{t(logoUrl ? 'identity.church.logoHint' : 'identity.church.noLogo')}</p>
        {failure && <Note tone="bad">{t(failureText(failure))}</Note>}
        <div className={classes['acts']}>
          <Button icon={IconUpload} busy={upload.busy} onClick={() => input.current?.click()}>
            {t(logoUrl ? 'identity.church.replaceLogo' : 'identity.church.uploadLogo')}
          </Button>
          {logoUrl && (
            <Button kind="danger" icon={IconTrash} onClick={() => setRemoving(true)}>
              {t('identity.church.removeLogo')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={t('identity.church.uploadLogo')}
          onChange={choose}
        />
      </div>
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </Card>
  )
}

/** What the church is called, where it is, and its logo. */
export function ChurchPage() {
  const church = useChurch()
  const countries = useCountries()
  const failed = [church, countries].find(({ isError, data }) => isError && !data)
  return (
    <>
      <SettingsHeader part="church" />
      {failed && <Failed failure={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!church.data || !countries.data) && <Loading rows={5} />}
      {church.data && countries.data && (
        <div className={classes['board']}>
          <ProfileForm church={church.data} countries={countries.data} />
          <LogoCard logoUrl={church.data.logoUrl} />
        </div>
      )}
    </>
  )
}

import { useEffect, useMemo, useRef, type ChangeEvent } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconPhoto, IconTrash } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './banner.module.css'
import type { BannerWish } from './use-event-form.ts'

/** Address of a chosen file, as long as it is shown. */
function useFileUrl(file: File | null | undefined): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}

type BannerCardProps = { bannerUrl: string | null; wish: BannerWish; onWish: (wish: BannerWish) => void }

/** The picture of an event, as families will see it. It goes with the saving. */
export function BannerCard({ bannerUrl, wish, onWish }: BannerCardProps) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const chosen = useFileUrl(wish)
  const shown = wish === undefined ? bannerUrl : chosen
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen again.
    event.target.value = ''
    if (file) onWish(file)
  }
  const upload = t(shown ? 'checkin.banner.replace' : 'checkin.banner.choose')
  return (
    <Card title={t('checkin.banner.title')}>
      <div className={classes['banner']}>
        {shown ? (
          <img className={classes['picture']} src={shown} alt={t('checkin.banner.preview')} />
        ) : (
          <p className={classes['none']}>{t('checkin.banner.none')}</p>
        )}
        <div className={classes['acts']}>
          <Button icon={IconPhoto} onClick={() => input.current?.click()}>
            {upload}
          </Button>
          {shown && (
            <Button kind="danger" icon={IconTrash} onClick={() => onWish(bannerUrl ? null : undefined)}>
              {t('checkin.banner.remove')}
            </Button>
          )}
        </div>
        <p className="small muted">{t('checkin.banner.hint')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={upload}
          onChange={choose}
        />
      </div>
    </Card>
  )
}

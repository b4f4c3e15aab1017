import type { Language } from "@reposo/contract/text/languages.ts";
import type { Texts } from "#locales/texts.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { Figure } from "#ui/figure/figure.tsx";
import { AccountIcon, ChairIcon, ChartIcon } from "#ui/icons/manager-icons.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Banner, Notice } from "#ui/notice/notice.tsx";
import { Ring } from "#ui/ring/ring.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import { galleryAmounts } from "./gallery-texts.ts";

const tones = ["neutral", "good", "warn", "bad", "accent"] as const;
const sizes = ["headline", "large"] as const;

export function FeedbackSamples({ texts, language }: { texts: Texts["manager"]; language: Language }) {
  const amounts = galleryAmounts[language];
  return (
    <>
      <Section title="Figure">
        <Card>
          {sizes.map((size) => (
            <Figure
              key={size}
              size={size}
              label={texts.incomeToday}
              value={amounts[0] ?? ""}
              note={texts.yesterday}
            />
          ))}
          {amounts.slice(1).map((amount) => (
            <Figure key={amount} size="headline" label={texts.incomeToday} value={amount} />
          ))}
        </Card>
      </Section>
      <Section title="Ring">
        <Ring fraction={0.72}>
          <Figure size="headline" label={texts.incomeToday} value="14:24" />
        </Ring>
        <Ring fraction={null}>{texts.loadMore}</Ring>
      </Section>
      <Section title="Badge">
        <Card>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {texts.inUse}
            </Badge>
          ))}
        </Card>
      </Section>
      <Section title="List">
        <List label={texts.deviceList}>
          <Row href="#" icon={<ChartIcon />} title={texts.charts} detail={texts.devicesAbnormalHint} />
          <Row
            href="#"
            icon={<ChairIcon />}
            title="MC100001"
            detail="SM Mall of Asia"
            meta={<Badge tone="accent">{texts.inUse}</Badge>}
          />
          <Row title={texts.phone} meta="+63 917 000 0000" />
          <Row danger icon={<AccountIcon />} title={texts.logOut} onPress={() => {}} />
        </List>
      </Section>
      <Section title="Notice">
        <Card>
          <Notice kind="empty" title={texts.noDevicesTitle} text={texts.noDevicesText} />
          <Notice
            kind="nothingMatches"
            title={texts.nothingMatches}
            action={<Button variant="quiet">{texts.clearFilters}</Button>}
          />
          <Notice
            kind="error"
            title={texts.figuresFailed}
            action={<Button variant="quiet">{texts.tryAgain}</Button>}
          />
          <Notice kind="offline" title={texts.offline} />
          <Notice kind="later" title={texts.noIncomeTitle} text={texts.noIncomeText} />
        </Card>
        <Banner>{texts.notLiveList}</Banner>
        <Banner kind="offline">{texts.notLiveList}</Banner>
        <Banner kind="warn">{texts.notLiveList}</Banner>
        <Banner kind="error" action={<Button variant="plain">{texts.tryAgain}</Button>}>
          {texts.moreFailed}
        </Banner>
      </Section>
      <Section title="Skeleton">
        <Card>
          <Skeleton shape="figure" />
          <Skeleton />
          <Skeleton shape="short" />
        </Card>
        <Skeleton shape="row" />
        <Skeleton shape="card" />
      </Section>
    </>
  );
}

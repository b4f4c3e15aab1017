import { Component, type ReactNode } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { useRoute } from "#shared/routing/navigation.ts";
import { Button } from "#ui/button/button.tsx";
import { NavBar } from "#ui/navigation/nav-bar.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";

interface Props {
  readonly children: ReactNode;
}

interface State {
  /** The address of the page that failed; empty if none has. */
  readonly failedAt: string;
}

/**
 * Shows a message with a reload button if rendering throws, until it is rendered at another address. Without an error
 * boundary, React would remove the page.
 */
export class ErrorBoundary extends Component<Props, State> {
  constructor(props: Props) {
    super(props);
    this.state = { failedAt: "" };
  }

  static getDerivedStateFromError(): State {
    return { failedAt: window.location.href };
  }

  static getDerivedStateFromProps(_: Props, { failedAt }: State): State | null {
    return failedAt && failedAt !== window.location.href ? { failedAt: "" } : null;
  }

  override render() {
    return this.state.failedAt ? <CrashedView /> : this.props.children;
  }
}

function CrashedView() {
  const text = useText("shared");
  const isCountdown = useRoute() === "countdown";
  return (
    <Screen middle bar={<NavBar title={text.crashed} titleShown={false} />}>
      <Notice
        kind="error"
        title={text.crashed}
        text={isCountdown ? text.crashedMassage : text.crashedText}
        action={<Button onClick={() => window.location.reload()}>{text.reload}</Button>}
      />
    </Screen>
  );
}

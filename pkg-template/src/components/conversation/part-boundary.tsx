import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** Shown in the place of what cannot be. */
  otherwise: ReactNode;
  children?: ReactNode;
}

/** A part that cannot be shown takes nothing else with it: agents send what nobody expects. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: PartBoundaryProps): void {
    // Something else is to be shown now.
    if (this.state.hasFailed && before.children !== this.props.children) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.otherwise : this.props.children;
  }
}

-- If a provider refuses the amount of a payment as too small, its page is opened at the outlet's next provider.
GRANT UPDATE (provider) ON payment TO reposo_app;

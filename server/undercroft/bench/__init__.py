"""What `undercroft bench …` measures. Figures that carry over are ratios within one run: machines are noisy."""

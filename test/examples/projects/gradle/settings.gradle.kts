rootProject.name = "sums"
